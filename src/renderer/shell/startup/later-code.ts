/** Code that isn't in the first script, with what all of it needs. */
import { addTexts } from '../../../messages/translator';
import { type OnDemand, onDemand } from '../../lib/loading/on-demand';
import { tooltips } from '../../ui/feedback/late-tooltip';

let loadingTexts: Promise<void> | undefined;

/** Loads the texts that the first script doesn't have, once. */
async function loadTexts(): Promise<void> {
  loadingTexts ??= import('../../../messages/en.json?later').then((module) => addTexts(module.default));
  try {
    await loadingTexts;
  } catch (thrown) {
    loadingTexts = undefined;
    throw thrown;
  }
}

/** Creates code on demand that is loaded together with its texts and tooltips. */
export function laterCode<M>(read: () => Promise<M>): OnDemand<M> {
  const code = onDemand(async () => {
    const [module, { inTooltipArea }] = await Promise.all([read(), tooltips.load(), loadTexts()]);
    return { module, inTooltipArea };
  });
  return {
    load: async () => (await code.load()).module,
    isLoaded: code.isLoaded,
    component: (pick) => code.component(({ module, inTooltipArea }) => inTooltipArea(pick(module))),
  };
}
