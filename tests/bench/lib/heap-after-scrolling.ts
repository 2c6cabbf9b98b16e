import type { Page } from 'playwright';

/** Scrolls the page's list that many pixels, and returns the size of the JavaScript heap (MB) after collecting what isn't used. */
export async function heapAfterScrolling(page: Page, distance: number, step: number): Promise<number> {
  await page.evaluate(`latchkeyBench.travel(${distance}, ${step})`);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1e6;
}
