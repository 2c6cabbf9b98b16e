/** Code that isn't in the first script, with what all of it needs. */

import { type OnDemand, onDemand } from '#lib/on-demand.ts';
import { addTexts } from '#messages/translator.ts';
import { tooltips } from '#ui/feedback/late-tooltip.tsx';

let loadingTexts: Promise<void> | undefined;

/** Loads the texts that the first script doesn't have, once. */
async function loadTexts(): Promise<void> {
  loadingTexts ??= import('#messages/en.json?later').then((module) => addTexts('en', module.default));
  try {
    await loadingTexts;
  } catch (thrown) {
    loadingTexts = undefined;
    throw thrown;
  }
}

/** The providers around later code, which it needs to read data of the service. */
export const surroundings = onDemand(() => import('./surroundings'));

/** Creates code on demand that is loaded together with its texts, and whose components are rendered with what parts of the window need. */
export function laterCode<M>(read: () => Promise<M>): OnDemand<M> {
  const code = onDemand(async () => {
    const [module, { inSurroundings }] = await Promise.all([read(), surroundings.load(), tooltips.load(), loadTexts()]);
    return { module, inSurroundings };
  });
  return {
    load: async () => (await code.load()).module,
    isLoaded: code.isLoaded,
    hasEnded: code.hasEnded,
    onEnd: code.onEnd,
    component: (pick) => code.component(({ module, inSurroundings }) => inSurroundings(pick(module))),
  };
}
