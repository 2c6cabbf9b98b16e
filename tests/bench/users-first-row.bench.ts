/** From opening the users list until its first row, at a service some way off, against its request alone. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Transport } from '#main/ports/ports.ts';
import { createUndiciTransport } from '#main/remote/undici-transport.ts';
import { openBridge } from './lib/bridge';
import { launchChromium, newContext } from './lib/chromium';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';
import { startOwnHost } from './lib/own-host';

const limit = 1.3;
/** Milliseconds that each response takes longer than the sandbox's. */
const distance = 100;
/** Searches that find users; each is new in its round, so that nothing of it is cached. */
const searches = ['ad', 'al', 'an', 'ar', 'be', 'ch', 'da', 'el', 'en', 'er', 'ha', 'in', 'jo', 'ka', 'li', 'ma', 'mi', 'na', 'on', 'ro'];

type Sent = Parameters<Transport['send']>[0];

const opened = z.object({ connectionId: z.string() });

/** The request is the one that the list sent last, without the app around it. */
export async function measure(): Promise<Measurement[]> {
  const far = createFarTransport();
  const host = await startOwnHost({ transport: far.transport });
  const browser = await launchChromium();
  try {
    const bridge = await openBridge(new URL(host.newAddress()));
    const { connectionId } = opened.parse(await bridge.call('sandbox.open', {}));
    bridge.close();
    const context = await newContext(browser, 'users-list');
    const page = await context.newPage();
    await page.goto(host.newAddress());
    const left = [...searches];
    const list = async () => {
      await page.evaluate(`location.hash = '#/connect'`);
      await page.getByRole('heading', { name: 'Connect a project' }).waitFor();
      return page.evaluate<number>(untilFirstRow(`#/c/${connectionId}/users?q=${left.shift() ?? 'e'}`));
    };
    const request = () => timed(far.again);
    for (const round of [list, request, list, request]) await round();
    const { subject, baseline, ratio } = await compare(searches.length - 2, list, request);
    const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms, a service ${distance} ms away`;
    return [{ name: 'first row of the users list', value: ratio, unit: 'x', limit, detail }];
  } finally {
    await browser.close();
    await host.close();
  }
}

/** The app's own transport to a service that is further away, which can send the last request for users again. */
function createFarTransport() {
  const inner = createUndiciTransport();
  let last: Sent | null = null;
  const send: Transport['send'] = async (request) => {
    if (/\/users\?/.test(request.url)) last = request;
    await pause(distance);
    return inner.send(request);
  };
  return {
    transport: { ...inner, send },
    async again() {
      if (last === null) throw new Error('The list sent no request.');
      await send(last);
    },
  };
}

/** Returns a script that opens a list, and resolves to the milliseconds until its first row. */
function untilFirstRow(hash: string): string {
  return `new Promise((resolve) => {
    const begun = performance.now();
    const look = () => {
      if (!document.querySelector('[role="grid"] [data-row]:not([aria-busy])')) return;
      observer.disconnect();
      resolve(performance.now() - begun);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    location.hash = ${JSON.stringify(hash)};
  })`;
}
