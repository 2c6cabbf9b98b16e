/** What packages need to run: themselves and all they depend on in turn. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Looks packages up as Node does, from a folder whose `node_modules` hold them, and then theirs. Optional ones may be away.
 * @param {Iterable<string>} names
 * @param {string} folder
 * @returns {{ found: string[], missing: string[] }} Where those lie that are there, and the names of those that are not.
 */
export function packageClosure(names, folder) {
  const found = new Set();
  const missing = new Set();
  const wanted = [...names].map((name) => ({ name, from: folder }));
  for (const { name, from } of wanted) {
    const place = locate(name, from, folder);
    if (place === null) missing.add(name);
    if (place === null || found.has(place)) continue;
    found.add(place);
    const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    wanted.push(...Object.keys(dependencies).map((needed) => ({ name: needed, from: place })));
  }
  return { found: [...found], missing: [...missing] };
}

/** @param {string} name @param {string} from @param {string} root @returns {string | null} */
function locate(name, from, root) {
  const place = join(from, 'node_modules', name);
  if (existsSync(join(place, 'package.json'))) return place;
  return from === root || from === dirname(from) ? null : locate(name, dirname(from), root);
}
