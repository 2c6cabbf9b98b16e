/** Moves sign-up rules by changing as few priorities as possible. */
import { byOrder, type SignUpRule } from './sign-up-rules';

type Ranked = Pick<SignUpRule, 'id' | 'priority'>;

/** New priorities by ID. */
export type Priorities = Readonly<Record<string, number>>;

/**
 * Returns the priorities that move a rule by one place. Null if it is at the end, or if a priority that can’t be changed is in the way. `rules`
 * are in their order.
 */
export function prioritiesToMove(rules: readonly Ranked[], id: string, by: 1 | -1, canChange: (id: string) => boolean): Priorities | null {
  const from = rules.findIndex((rule) => rule.id === id);
  const [rule, other] = [rules[from], rules[from + by]];
  if (rule === undefined || other === undefined) return null;
  const order = rules.map((each, at) => (at === from ? other : at === from + by ? rule : each));
  // Moving the rule beside it the other way has the same result.
  const ways = [from + by, from]
    .flatMap((at) => [raised(order, at), lowered(order, at)])
    .filter((way) => Object.keys(way).every(canChange));
  return ways.sort((one, another) => Object.keys(one).length - Object.keys(another).length)[0] ?? null;
}

/** Gives a rule a priority above the one that follows, and raises those before it as far as they have to be. */
function raised(order: readonly Ranked[], at: number): Priorities {
  const reversed = [...order].reverse();
  const above = (rule: Ranked, after: Ranked) => after.priority + (rule.id < after.id ? 0 : 1);
  return changed(reversed.slice(order.length - 1 - at), reversed[order.length - 2 - at], above, (rule, after) => byOrder(rule, after) < 0);
}

/** Gives a rule a priority below the one before, and lowers those that follow it as far as they have to be. */
function lowered(order: readonly Ranked[], at: number): Priorities {
  const below = (rule: Ranked, before: Ranked) => before.priority - (before.id < rule.id ? 0 : 1);
  return changed(order.slice(at), order[at - 1], below, (rule, before) => byOrder(before, rule) < 0);
}

/** Changes the first rule of a list to be beside `neighbor`, and the next ones until one keeps its place. */
function changed(
  list: readonly Ranked[],
  neighbor: Ranked | undefined,
  beside: (rule: Ranked, neighbor: Ranked) => number,
  keepsPlace: (rule: Ranked, neighbor: Ranked) => boolean,
): Priorities {
  const priorities: Record<string, number> = {};
  let last = neighbor;
  for (const [at, rule] of list.entries()) {
    if (at > 0 && last !== undefined && keepsPlace(rule, last)) break;
    const priority = last === undefined ? rule.priority : beside(rule, last);
    if (priority !== rule.priority) priorities[rule.id] = priority;
    last = { id: rule.id, priority };
  }
  return priorities;
}
