/** What the app adds to a sign-in through a provider, once the browser has come back. */
import type { Page } from 'playwright';
import { z } from 'zod';
import { type CallbackScene, openCallbackScene, person, visit } from './lib/callback-scene';
import { launchChromium, newContext } from './lib/chromium';
import { compare, timed } from './lib/interleave';
import type { Measurement } from './lib/measurement';

const rounds = 30;
const limit = 1.5;
/** Milliseconds that each answer of a service takes longer than the sandbox's: one in the same part of the world. */
const distance = 50;

const current = z.object({ value: z.array(z.object({ id: z.string() })) });

/** From the browser's request to the account's screen, against the two calls that this needs. */
export async function measure(): Promise<Measurement[]> {
  const scene = await openCallbackScene(distance);
  const browser = await launchChromium();
  try {
    const context = await newContext(browser, 'when-signed-in');
    const page = await context.newPage();
    await page.goto(scene.host.newAddress());
    const [own, bare] = [() => toScreen(scene, page), async () => timed(await scene.bareClient())];
    for (const round of [own, bare, own, bare]) await round();
    const { subject, baseline, ratio } = await compare(rounds, own, bare);
    const detail = `${subject.toFixed(0)} ms against ${baseline.toFixed(0)} ms, a service ${distance} ms away`;
    return [{ name: 'from the callback to the signed-in screen', value: ratio, unit: 'x', limit, detail }];
  } finally {
    await browser.close();
    await scene.close();
  }
}

async function toScreen(scene: CallbackScene, page: Page): Promise<number> {
  await page.evaluate(`location.hash = '#/c/${scene.connectionId}/sign-in'`);
  await page.getByRole('button', { name: 'Sign in with GitHub' }).click();
  await page.getByRole('heading', { name: 'Continue in your browser' }).waitFor();
  const back = await scene.wayBack();
  await page.evaluate(`void (globalThis.shown = latchkeyBench.signedIn('${person}'))`);
  const begun = performance.timeOrigin + performance.now();
  visit(back);
  const millis = (await page.evaluate<number>('shown')) - begun;
  const { value } = current.parse(await scene.bridge.call('accounts.list', {}));
  for (const { id } of value) await scene.bridge.call('accounts.signOut', { accountId: id });
  return millis;
}
