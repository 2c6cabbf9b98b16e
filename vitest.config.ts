import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/program/longest-first.ts';
import { specsWithOwnProcess } from './tests/support/program/own-process.ts';
import { quickPasswords } from './tests/support/service/quick-passwords.ts';

const unitSpecs = ['src/**/*.spec.ts', 'src/**/*.spec.tsx', 'tests/support/**/*.spec.ts', 'scripts/**/*.spec.mjs'];
const ownProcess = ['src', 'tests/support', 'scripts'].flatMap(specsWithOwnProcess);
const unitSetup = ['inert-wire', 'no-name-server'].map((name) => `tests/support/program/${name}.ts`);
const integrationOwnProcess = specsWithOwnProcess('tests/integration');

/** Vitest's own number leaves one core to itself, which on two cores is half of the machine. */
const cores = availableParallelism();

/** Specs of a kind. Patient: a specification that passes is not slowed down by it. */
const suite = (name: string, include: string[], testTimeout: number, more: object = {}) => ({
  plugins: [quickPasswords()],
  test: { name, include, testTimeout, hookTimeout: testTimeout, expect: { poll: { timeout: 10_000 } }, maxWorkers: cores, ...more },
});

/** Most of the time of these specs is waiting for other processes, so there is room for one more. */
const integration = {
  pool: 'forks',
  globalSetup: 'tests/support/program/workers-once.ts',
  maxWorkers: cores + 1,
  sequence: { groupOrder: 1 },
  // Reading the certificates of the machine takes as long as the rest of a process's start, and there are two thousand.
  env: { NODE_EXTRA_CA_CERTS: '' },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // The specs of a thread share the modules that they import: importing them for each file took as long as the tests.
      suite('unit', unitSpecs, 60_000, {
        pool: 'threads',
        isolate: false,
        setupFiles: unitSetup,
        exclude: [...ownProcess, '**/node_modules/**'],
      }),
      suite('unit-own-process', ownProcess, 60_000, { setupFiles: unitSetup }),
      suite('layers', ['tests/*.spec.ts', 'tests/texts/**/*.spec.ts'], 120_000, { pool: 'threads', isolate: false }),
      // They share modules as well, and with them what a process builds once.
      suite('integration', ['tests/integration/**/*.spec.ts'], 180_000, {
        ...integration,
        isolate: false,
        exclude: [...integrationOwnProcess, '**/node_modules/**'],
      }),
      suite('integration-own-process', integrationOwnProcess, 180_000, integration),
      suite('fuzz', ['tests/fuzz/**/*.spec.ts'], 120_000),
    ],
  },
});
