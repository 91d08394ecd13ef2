import { appendFileSync } from "node:fs";

/*
 * Finds the workflow run that has the newest history of a branch, for action.yml. Writes its number as the output `run`,
 * or an empty text if there is none.
 */
const { NAME, BRANCH, TOKEN, GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_OUTPUT } =
  process.env;

// Any workflow of a fork can leave an artifact with this name, so its origin must be this repository and branch. A repeated
// run must judge the same captures again, so its own artifact does not count.
const isUsable = ({ expired, workflow_run: run }) =>
  !expired &&
  run?.head_branch === BRANCH &&
  run.head_repository_id === run.repository_id &&
  String(run.id) !== GITHUB_RUN_ID;

const query = new URLSearchParams({ name: NAME, per_page: "100" });
const answer = await fetch(
  `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/actions/artifacts?${query}`,
  { headers: { authorization: `Bearer ${TOKEN}` } },
);
if (answer.ok) {
  const { artifacts } = await answer.json();
  const [newest] = artifacts.filter(isUsable).sort((one, other) => other.id - one.id);
  if (newest === undefined) {
    console.log(`::notice::${BRANCH} has no history "${NAME}" yet: all captures are new.`);
  }
  appendFileSync(GITHUB_OUTPUT, `run=${newest?.workflow_run.id ?? ""}\n`);
} else {
  console.log(
    `::error::GitHub did not list the artifacts (status ${answer.status}). Give the job the permission actions: read.`,
  );
  process.exitCode = 1;
}
