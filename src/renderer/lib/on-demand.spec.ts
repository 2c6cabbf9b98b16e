import { createElement, Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { onDemand } from './on-demand';

const module = { Word: ({ text }: { text: string }) => createElement('b', null, text) };

describe('code on demand', () => {
  it('is read once', async () => {
    const read = vi.fn(async () => module);
    const code = onDemand(read);
    expect([code.isLoaded(), read.mock.calls.length]).toEqual([false, 0]);
    expect(await code.load()).toBe(module);
    expect(await code.load()).toBe(module);
    expect([code.isLoaded(), read.mock.calls.length]).toEqual([true, 1]);
  });

  it('is read again when that failed', async () => {
    const read = vi.fn(async () => module).mockRejectedValueOnce(new Error('away'));
    const code = onDemand(read);
    await expect(code.load()).rejects.toThrow('away');
    expect(code.isLoaded()).toBe(false);
    expect(await code.load()).toBe(module);
  });

  it('says when loading has ended, also when it has failed', async () => {
    const read = vi.fn(async () => module).mockRejectedValueOnce(new Error('away'));
    const code = onDemand(read);
    const heard: boolean[] = [];
    const stop = code.onEnd(() => heard.push(code.hasEnded()));
    expect(code.hasEnded()).toBe(false);
    await expect(code.load()).rejects.toThrow('away');
    await code.load();
    expect(heard).toEqual([true, true]);
    stop();
    await code.load();
    expect(heard).toEqual([true, true]);
  });

  it('renders at once when it was loaded before, and otherwise waits', async () => {
    const code = onDemand(async () => module);
    const Word = code.component(({ Word }) => Word);
    const page = createElement(Suspense, { fallback: 'waiting' }, createElement(Word, { text: 'there' }));
    expect(renderToStaticMarkup(page)).toContain('waiting');
    await code.load();
    expect(renderToStaticMarkup(page)).toBe('<b>there</b>');
  });
});
