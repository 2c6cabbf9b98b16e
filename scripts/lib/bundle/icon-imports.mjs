/** Imports each icon from its own file when the renderer is built: through the package's list, every module would import all of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const list = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8');

/** The file of each icon, by the names under which the package exports it. */
const fileOf = new Map(
  [...list.matchAll(/^export \{(.+)\} from '\.\/icons\/(.+)\.mjs';$/gm)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file]),
  ),
);

/**
 * Returns code whose imports of icons name their files, on the same lines. What isn't an icon, such as a type, is still imported from the package.
 * @param {string} code TypeScript
 */
export function withIconFiles(code) {
  return code.replaceAll(/^import \{([^}]*)\} from 'lucide-react';$/gm, (/** @type {string} */ statement, /** @type {string} */ names) => {
    const items = names.split(',').map((name) => name.trim());
    const imports = items.filter((item) => item !== '').map(importOf);
    return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

/** @param {string} item One of the names that a statement imports, with `type` before it or `as` behind it. */
function importOf(item) {
  const type = /^type (.+)$/.exec(item);
  if (type !== null) return `import type { ${type[1]} } from 'lucide-react';`;
  const [name = '', alias = name] = item.split(' as ');
  const file = fileOf.get(name);
  return file === undefined ? `import { ${item} } from 'lucide-react';` : `import ${alias} from 'lucide-react/icons/${file}';`;
}

/**
 * The plugin of the renderer's build.
 * @returns {import('vite').Plugin}
 */
export function iconImports() {
  return {
    name: 'icon-imports',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /'lucide-react'/ },
      handler: (code) => ({ code: withIconFiles(code), map: null }),
    },
  };
}
