import { expect, it } from 'vitest';
import { importsOf } from './after-pack.mjs';

/** What the packages of a built file are, and the file. */
it.each([
  ['an import', 'import x from "libsql";', { needed: ['libsql'], optional: [] }],
  ['an import without names', "import '@napi-rs/keyring';", { needed: ['@napi-rs/keyring'], optional: [] }],
  ['a file of a package', 'import { x } from "@scope/a/b.js";', { needed: ['@scope/a'], optional: [] }],
  ['a re-export', 'export { x } from "bcryptjs";', { needed: ['bcryptjs'], optional: [] }],
  ['an import over several lines', 'import {\n  x,\n  y,\n} from "libsql";', { needed: ['libsql'], optional: [] }],
  ['an import at any time', 'const load = () => import("keytar");', { needed: [], optional: ['keytar'] }],
  ['what belongs to Node', 'import fs from "node:fs"; import path from "path";', { needed: [], optional: [] }],
  ['another built file', 'import x from "./chunk.js";', { needed: [], optional: [] }],
  ['text that looks like an import', 'const source = `\nimport { Subject } from "@stackframe/emails";\n`;', { needed: [], optional: [] }],
  ['a comment that looks like an import', '/*\nimport x from "libsql";\n*/', { needed: [], optional: [] }],
])('finds the packages of %s', (_what, source, { needed, optional }) => {
  expect(importsOf([source])).toEqual({ needed: new Set(needed), optional: new Set(optional) });
});
