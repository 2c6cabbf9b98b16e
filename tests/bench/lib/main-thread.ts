/** What the main thread of a page does, from a trace of the browser. */
import type { Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Microseconds for which the thread had a processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface MainThread {
  /** Milliseconds of its tasks of at least one. */
  readonly tasks: readonly number[];
  /** Share of the time for which it had a processor. */
  readonly share: number;
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Traces the page, which takes each animation frame, while something runs. Time in which other programs had the processor doesn't count. */
export async function traceMainThread(page: Page, run: () => Promise<unknown>): Promise<MainThread> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories });
  await run();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly TraceEvent[] };
  return readThread(ownEvents(traceEvents));
}

/** Returns the events of the main thread that had the most animation frames: other pages of the browser have none. */
function ownEvents(events: readonly TraceEvent[]): readonly TraceEvent[] {
  const threads = events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain');
  const byThread = threads.map(({ pid, tid }) => events.filter((event) => event.pid === pid && event.tid === tid));
  const count = (of: readonly TraceEvent[]) => of.filter(isFrame).length;
  const [own] = byThread.sort((a, b) => count(b) - count(a));
  if (own === undefined || count(own) === 0) throw new Error('The trace has no frames of the page.');
  return own;
}

const isFrame = ({ name }: TraceEvent) => name === 'FireAnimationFrame';

function readThread(events: readonly TraceEvent[]): MainThread {
  const starts = events.filter(isFrame).map(({ ts }) => ts);
  const [first, last] = [Math.min(...starts), Math.max(...starts)];
  const isTask = ({ name, ph, ts }: TraceEvent) => name === 'RunTask' && ph === 'X' && ts >= first && ts < last;
  const millis = events.filter(isTask).map(({ tdur = 0 }) => tdur / 1_000);
  const busy = millis.reduce((sum, own) => sum + own, 0);
  return { tasks: millis.filter((own) => own >= 1), share: (busy * 1_000) / (last - first) };
}
