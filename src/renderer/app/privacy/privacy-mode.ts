/** Follows the setting `privacyMode` in this window. */

import { topicStores } from '#data/topics.ts';
import { onDemand } from '#lib/on-demand.ts';

const masking = onDemand(() => import('./masking'));
let isWanted = false;
let stop: (() => void) | null = null;

/**
 * Starts to follow the setting. Resolves once nothing personal is shown, if the setting is on: the host writes it on the document, so that it is
 * known before the settings are read.
 */
export async function startPrivacyMode(): Promise<void> {
  topicStores['settings.state'].subscribe(({ value }) => {
    if (value !== null) void apply(value.privacyMode);
  });
  await apply(document.documentElement.dataset.privacy === 'on');
}

async function apply(isOn: boolean): Promise<void> {
  const { dataset } = document.documentElement;
  isWanted = isOn;
  if (!isOn) {
    stop?.();
    stop = null;
    dataset.privacy = 'off';
    return;
  }
  if (stop !== null) return;
  // Hides the page until the code is there; also if it can't be loaded, because the page may be shared at this moment.
  dataset.privacy = 'starting';
  const { startMasking } = await masking.load();
  if (!isWanted) return;
  stop ??= startMasking();
  dataset.privacy = 'on';
}
