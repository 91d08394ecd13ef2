/**
 * In which order pages are opened: by the mean score of the pages that lead to it (the paper); the same as if one more
 * page led to it, of score 0, so that five good pages say more than one; or as they were found.
 */
export const crawlOrders = ["best", "mean", "breadth"] as const;

export type CrawlOrder = (typeof crawlOrders)[number];

/** Forms in which candidates are written: `sample` has those that a person is to judge. */
export const candidateFormNames = ["jsonl", "csv", "html", "sample"] as const;

export type CandidateForm = (typeof candidateFormNames)[number];
