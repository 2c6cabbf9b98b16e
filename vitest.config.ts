import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: { include: ['src/**/*.spec.ts', 'src/**/*.spec.tsx', 'tests/integration/**/*.spec.ts', 'tests/fuzz/**/*.spec.ts'], testTimeout: 30_000 },
});
