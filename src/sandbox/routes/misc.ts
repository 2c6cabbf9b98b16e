/** Probes every server answers that no row of the catalogue calls (wire README 1, endpoints 10). */
import { z } from 'zod';
import { endpoint } from '../../contract/kit';
import type { Handler } from '../context';
import { reply } from '../respond';

/** The release whose behaviour this server shows. */
export const serverVersion = '2.8.4';

const verdict = z.object({ upToDate: z.boolean(), error: z.string().optional(), severe: z.boolean().optional() });

export const miscRows = {
  root: endpoint({ method: 'GET', path: '', actors: { none: { access: 'public', response: z.string() } } }),
  checkVersion: endpoint({
    method: 'POST',
    path: '/check-version',
    actors: { none: { access: 'public', body: z.looseObject({ clientVersion: z.string() }), response: verdict } },
  }),
  checkFeatureSupport: endpoint({
    method: 'POST',
    path: '/check-feature-support',
    actors: { none: { access: 'public', body: z.unknown(), response: z.string() } },
  }),
};

const root: Handler<typeof miscRows.root> = {
  async run({ caller }) {
    const welcome = 'Welcome to the Stack API endpoint! Please refer to the documentation at https://docs.stack-auth.com.';
    const { access, project, user } = caller;
    if (access === null) return { status: 200, text: `${welcome}\n\nAuthentication: None` };
    const type = `${access.charAt(0).toUpperCase()}${access.slice(1)}`;
    const lines = [`Authentication: ${type}`, `  Project: ${project?.id}`, `  User: ${user?.email ?? user?.id ?? 'None'}`];
    return { status: 200, text: `${welcome}\n\n${lines.join('\n')}` };
  },
};

const checkVersion: Handler<typeof miscRows.checkVersion> = {
  ignoresQuery: true,
  async run({ body: { clientVersion } }) {
    if (clientVersion === serverVersion) return reply({ upToDate: true });
    const severe = clientVersion.split('.')[0] !== serverVersion.split('.')[0];
    const error = `You are not using the version of Stack that this server knows (you have v${clientVersion}; the current version is v${serverVersion}).`;
    return reply({ upToDate: false, error, severe });
  },
};

const checkFeatureSupport: Handler<typeof miscRows.checkFeatureSupport> = {
  ignoresQuery: true,
  async run({ body }) {
    const named = typeof body === 'object' && body !== null && 'feature_name' in body ? body.feature_name : undefined;
    const feature = typeof named === 'string' && named !== '' ? named : 'This feature';
    return { status: 200, text: `${feature} is not yet supported. Please reach out to Stack support for more information.` };
  },
};

export const miscHandlers: { readonly [N in keyof typeof miscRows]: Handler<(typeof miscRows)[N]> } = {
  root,
  checkVersion,
  checkFeatureSupport,
};
