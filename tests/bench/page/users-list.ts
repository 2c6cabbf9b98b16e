/** Moves a long list inside its page, and notes how long its frames take. */

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

function scroller(): { box: HTMLElement; grid: HTMLElement } {
  const grid = document.querySelector<HTMLElement>('[role="grid"]');
  const box = grid?.parentElement;
  if (!grid || !box) throw new Error('There is no list.');
  return { box, grid };
}

/** Scrolls to the end again and again until that many rows are known; the service must have them. */
async function knowRows(rows: number): Promise<void> {
  const { box, grid } = scroller();
  const height = grid.querySelector<HTMLElement>('[data-row]')?.offsetHeight ?? 1;
  while (grid.offsetHeight < rows * height) {
    box.scrollTop = box.scrollHeight;
    await nextFrame();
  }
}

function toEnd(): void {
  const { box } = scroller();
  box.scrollTop = box.scrollHeight;
}

/** Scrolls that many pixels, a step a frame, to and fro where the list is shorter. Waits where more rows are on their way. */
async function travel(distance: number, step: number): Promise<void> {
  const { box, grid } = scroller();
  let direction = 1;
  for (let travelled = 0; travelled < distance; await nextFrame()) {
    const before = box.scrollTop;
    box.scrollTop = before + direction * step;
    const moved = Math.abs(box.scrollTop - before);
    travelled += moved;
    const hasMore = grid.getAttribute('aria-rowcount') === '-1';
    if (moved < 1 && !(direction > 0 && hasMore)) direction = -direction;
  }
}

let sampling: Promise<number[]> | null = null;
let isSampling = false;

function startSampling(): void {
  isSampling = true;
  sampling = sample();
}

/** Whole milliseconds, which is what the clock of a page is good for, between one frame and the next since the start. */
async function stopSampling(): Promise<number[]> {
  isSampling = false;
  return (await sampling) ?? [];
}

async function sample(): Promise<number[]> {
  const frames: number[] = [];
  for (let before = await nextFrame(); isSampling; ) {
    const now = await nextFrame();
    frames.push(Math.round(now - before));
    before = now;
  }
  return frames;
}

Object.assign(globalThis, { latchkeyBench: { knowRows, toEnd, travel, startSampling, stopSampling } });

export {};
