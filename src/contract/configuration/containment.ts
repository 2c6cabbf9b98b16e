/** What permissions contain, which must not go in circles: the service tolerates it, and what such a permission means is unclear. */
import type { DefinitionEntry } from './document';

type Definitions = Readonly<Record<string, Pick<DefinitionEntry, 'contains'>>>;

/** Returns the IDs on a circle, the first one also at the end; null if there is none. IDs that aren't among the definitions contain nothing. */
export function circleIn(definitions: Definitions): readonly string[] | null {
  const done = new Set<string>();
  for (const start of Object.keys(definitions).sort()) {
    const found = circleFrom(start, definitions, done);
    if (found !== null) return found;
  }
  return null;
}

/** Walks without recursion: 500 permissions may form one chain. */
function circleFrom(start: string, definitions: Definitions, done: Set<string>): readonly string[] | null {
  const path: { readonly id: string; readonly rest: string[] }[] = [];
  const above = new Set<string>();
  const enter = (id: string) => {
    above.add(id);
    path.push({ id, rest: containedIn(definitions, id) });
  };
  if (!done.has(start)) enter(start);
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      path.pop();
      above.delete(top.id);
      done.add(top.id);
    } else if (above.has(next)) {
      const ids = path.map(({ id }) => id);
      return [...ids.slice(ids.indexOf(next)), next];
    } else if (!done.has(next)) enter(next);
  }
  return null;
}

/** Returns the IDs in an order in which each one comes after those that it contains, and otherwise sorted. On a circle, one comes first. */
export function containedFirst(ids: readonly string[], definitions: Definitions): readonly string[] {
  const wanted = new Set(ids);
  const entered = new Set<string>();
  const placed: string[] = [];
  for (const start of [...wanted].sort()) {
    const stack: { readonly id: string; readonly rest: string[] }[] = [];
    const enter = (id: string) => {
      if (entered.has(id)) return;
      entered.add(id);
      stack.push({ id, rest: containedIn(definitions, id) });
    };
    enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const next = top.rest.pop();
      if (next !== undefined) enter(next);
      else {
        placed.push(top.id);
        stack.pop();
      }
    }
  }
  return placed.filter((id) => wanted.has(id));
}

const containedIn = (definitions: Definitions, id: string) =>
  Object.hasOwn(definitions, id) ? [...(definitions[id]?.contains ?? [])].sort().reverse() : [];
