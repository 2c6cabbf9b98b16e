/** The ports of a host without dialogs, notifications, and anything else of a desktop. */
import { randomBytes } from 'node:crypto';
import { withoutDesktop } from '#main/hosts/without-desktop.ts';
import { createHostPeerCheck } from '#main/loopback/peer-check.ts';
import type { Ports } from '#main/ports/ports.ts';
import { systemClock } from '#main/runtime/system-clock.ts';
import { systemLocales } from '#messages/translator.ts';

type Own = 'version' | 'profileFolder' | 'licensesFile' | 'transport' | 'spawnWorker';

/** Returns the ports that don't depend on the profile, with the time of this machine. */
export const headlessPorts = (): Omit<Ports, Own> => ({
  host: 'browser',
  ...withoutDesktop,
  clock: systemClock,
  random: randomBytes,
  preferredLanguages: systemLocales,
  openWindow: async () => null,
  isTrustedPeer: createHostPeerCheck(false, systemClock),
  openUrl: async () => undefined,
  chooseExportFile: null,
  chooseFollowed: null,
  restart: () => undefined,
  policyPlace: null,
});
