import { defineConfig } from 'vitest/config';

const suite = (name: string, include: string[], testTimeout: number) => ({
  // Patient: a specification that passes is not slowed down by it.
  test: { name, include, testTimeout, hookTimeout: testTimeout, expect: { poll: { timeout: 10_000 } } },
});

export default defineConfig({
  test: {
    projects: [
      suite('unit', ['src/**/*.spec.ts', 'tests/support/**/*.spec.ts', 'src/**/*.spec.tsx', 'scripts/**/*.spec.mjs'], 60_000),
      suite('layers', ['tests/layers.spec.ts', 'tests/electron-specs.spec.ts', 'tests/texts/**/*.spec.ts'], 30_000),
      suite('integration', ['tests/integration/**/*.spec.ts'], 180_000),
      suite('fuzz', ['tests/fuzz/**/*.spec.ts'], 120_000),
    ],
  },
});
