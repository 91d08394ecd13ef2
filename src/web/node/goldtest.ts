/** Only the command fetches, and gold standard files (`goldtest=`) name what is to be fetched. */
export const goldtest: { readonly keyword: string; readonly argument: string } = {
  keyword: "goldtest",
  argument: "",
};
