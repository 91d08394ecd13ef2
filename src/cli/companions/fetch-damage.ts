import { nameText } from "../../timemaps/page-kind.js";
import type { Fetcher } from "../../types.js";

/** The damage of a memento, or why there is none. */
export type Damage =
  | { readonly damage: number; readonly why?: never; readonly isDown: false }
  | {
      readonly damage?: never;
      readonly why: string;
      /** True where the service itself failed, not only for this memento. */
      readonly isDown: boolean;
    };

/** The damage of a memento, 0 (none) to 1, as a Memento-Damage service has it (`GET /api/damage/URI-M`). */
export async function fetchDamage(
  fetcher: Fetcher,
  service: string,
  uriM: string,
): Promise<Damage> {
  const answer = await fetcher.fetch({
    uri: `${service}/api/damage/${uriM}`,
    requestClass: "api",
  });
  if ("problem" in answer) return { why: answer.problem.message, isDown: true };
  const { status, body } = answer.value;
  if (status !== 200) return { why: `the service answers ${status}`, isDown: status >= 500 };
  const text = new TextDecoder().decode(body);
  try {
    const said: unknown = JSON.parse(text);
    const damage =
      typeof said === "object" && said !== null && "total_damage" in said
        ? said.total_damage
        : undefined;
    if (typeof damage === "number" && damage >= 0 && damage <= 1) return { damage, isDown: false };
    return { why: "the service tells no total_damage from 0 to 1", isDown: false };
  } catch {
    return { why: `the service's answer is ${nameText(text)}, not JSON`, isDown: true };
  }
}
