/** Services with data of their own for each step of a test, or for a whole one. */
import type { RunningSandbox } from '../browser/launch-sandbox';
import { type ProxiedService, startProxiedService } from '../browser/proxied-service';
import type { Around } from '../browser/steps';
import { type PlayedRelease, startRelease, startService } from './services';

/** A service that the app doesn’t know, of the release or of the sandbox’s default one. */
export const ownService =
  (release?: string): Around<{ service: RunningSandbox }> =>
  async (use) => {
    const service = await startService({ release });
    try {
      await use({ service });
    } finally {
      await service.stop();
    }
  };

/** The same service, also behind a proxy. */
export const ownProxied =
  (release?: string): Around<{ service: RunningSandbox; proxied: ProxiedService }> =>
  (use) =>
    ownService(release)(async ({ service }) => {
      const proxied = await startProxiedService(service);
      try {
        await use({ service, proxied });
      } finally {
        await proxied.close();
      }
    });

/** A later release of the service. */
export const ownRelease =
  (version: string): Around<{ release: PlayedRelease }> =>
  async (use) => {
    const release = await startRelease(version);
    try {
      await use({ release });
    } finally {
      await release.stop();
    }
  };

/** The project whose accounts own projects, on release 2.8.86 behind a proxy. */
export const ownDashboard: Around<{ internal: ProxiedService }> = (use) =>
  ownRelease('2.8.86')(async ({ release }) => {
    const internal = await startProxiedService({ url: release.url, demo: release.projects.internal });
    try {
      await use({ internal });
    } finally {
      await internal.close();
    }
  });
