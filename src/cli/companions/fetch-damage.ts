import { messageOf } from "../../errors.js";
import type { Fetcher, Outcome } from "../../types.js";

/** The damage of a memento, 0 (none) to 1, as a Memento-Damage service has it (`GET /api/damage/URI-M`). */
export async function fetchDamage(
  fetcher: Fetcher,
  service: string,
  uriM: string,
): Promise<Outcome<number>> {
  const answer = await fetcher.fetch({
    uri: `${service}/api/damage/${uriM}`,
    requestClass: "api",
  });
  if ("problem" in answer) return answer;
  const { status, body } = answer.value;
  if (status !== 200) return unusable(`the service answers ${status}`);
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(body));
    const damage =
      typeof said === "object" && said !== null && "total_damage" in said
        ? said.total_damage
        : undefined;
    if (typeof damage === "number" && damage >= 0 && damage <= 1) return { value: damage };
    return unusable("the service tells no total_damage from 0 to 1");
  } catch (cause) {
    return unusable(`the service's answer is no JSON: ${messageOf(cause)}`);
  }
}

const unusable = (message: string): Outcome<number> => ({
  problem: { stage: "access", message },
});
