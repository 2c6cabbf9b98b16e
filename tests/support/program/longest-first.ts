/** The order of the spec files. Vitest's own order starts with large files, until it knows from an earlier run how long each one takes. */
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Specs that take half a minute or more, most of it waiting or in a single process: begun last, they would keep one core busy alone. */
const long = ['compile-keytar', 'keychain', 'packaging', 'electron-windows', 'electron-life', 'electron-workers'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.indexOf(basename(moduleId, '.spec.ts'));
  return moduleId.includes('/tests/integration/') && at !== -1 ? at : long.length;
}
