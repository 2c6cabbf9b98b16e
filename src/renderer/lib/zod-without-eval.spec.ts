import { afterEach, expect, test, vi } from 'vitest';
import './zod-without-eval';

afterEach(() => vi.unstubAllGlobals());

test('zod validates objects without eval', async () => {
  const { z } = await import('zod');
  const compiled = vi.fn();
  vi.stubGlobal(
    'Function',
    class {
      constructor() {
        compiled();
        throw new EvalError('refused');
      }
    },
  );
  expect(z.object({ id: z.string(), count: z.int() }).parse({ id: 'a', count: 1 })).toEqual({ id: 'a', count: 1 });
  expect(compiled).not.toHaveBeenCalled();
});
