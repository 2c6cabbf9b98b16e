/** Endpoints of the configuration, its levels, and where they come from (wire/later 7.1). */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import { type ConfigLevel, configLevels, configSource } from '#contract/service/config.ts';
import type { RowOf } from '#contract/service/index.ts';
import { success } from '#contract/service/models/fields.ts';
import type { Handler, HandlersOf } from '../http/context';
import { plainFailure } from '../http/failures';
import { reply, widerReply } from '../http/respond';
import { readConfigSource, readOverride, writeConfigSource } from '../stores/config-store';
import { readOverrideText } from './check-override';
import { mergeOverrides, renderConfig, resetKeys } from './levels';
import { writeLevel } from './project-config';

const level = z.strictObject({ level: z.enum(configLevels) });
const path = '/internal/config/override/{level}';
const configText = z.object({ config_string: z.string() });

export const configEndpoints = {
  readLevel: endpoint({ method: 'GET', path, params: level, actors: { project: { access: 'admin', response: configText } } }),
  overrideLevel: endpoint({
    method: 'PATCH',
    offered: false,
    journal: { none: 'not-sent' },
    path,
    params: level,
    actors: { project: { access: 'admin', body: z.strictObject({ config_override_string: z.string() }), response: success } },
  }),
  /** Sent with PUT. */
  replaceLevel: endpoint({
    method: 'PATCH',
    offered: false,
    journal: { none: 'not-sent' },
    path,
    params: level,
    actors: {
      project: { access: 'admin', body: z.strictObject({ config_string: z.string(), source: configSource.optional() }), response: success },
    },
  }),
};

const read: Handler<RowOf<'config.read'>> = {
  async run({ store, project }) {
    return reply({ config_string: JSON.stringify(renderConfig(store, project.key)) });
  },
};

/** Before levels have names, the only one is that of the environment. */
const override: Handler<RowOf<'config.override'>> = {
  async run({ store, project, body }) {
    const change = readOverrideText(String(body.config_override_string), 'environment');
    store.transaction(() =>
      writeLevel(store, project.key, 'environment', mergeOverrides(readOverride(store, project.key, 'environment'), change)),
    );
    return widerReply({ success: true });
  },
};

function requireLevel(access: string | null, requested: ConfigLevel): void {
  if (access === 'server' && requested !== 'branch') throw plainFailure(403, 'Server access can only manage branch config overrides.');
}

export const readLevel: Handler<typeof configEndpoints.readLevel> = {
  async run({ caller, store, project, params }) {
    requireLevel(caller.access, params.level);
    return reply({ config_string: JSON.stringify(readOverride(store, project.key, params.level)) });
  },
};

/** Merges keys into a level. */
export const overrideLevel: Handler<typeof configEndpoints.overrideLevel> = {
  async run({ caller, store, project, params, body }) {
    requireLevel(caller.access, params.level);
    const change = readOverrideText(body.config_override_string, params.level);
    store.transaction(() =>
      writeLevel(store, project.key, params.level, mergeOverrides(readOverride(store, project.key, params.level), change)),
    );
    return reply({ success: true as const });
  },
};

/** Replaces a level. That of the branch has to say where it comes from. */
export const replaceLevel: Handler<typeof configEndpoints.replaceLevel> = {
  async run({ caller, store, project, params, body }) {
    requireLevel(caller.access, params.level);
    const replaced = readOverrideText(body.config_string, params.level);
    if (params.level === 'branch' && body.source === undefined) throw plainFailure(400, 'source is required for branch level config');
    store.transaction(() => {
      writeLevel(store, project.key, params.level, replaced);
      if (params.level === 'branch') writeConfigSource(store, project.key, JSON.stringify(body.source));
    });
    return reply({ success: true as const });
  },
};

/** Removes keys of a level, so that those of earlier ones show again. */
const resetLevelKeys: Handler<RowOf<'config.resetKeys'>> = {
  ignoresQuery: true,
  async run({ store, project, params, body }) {
    store.transaction(() =>
      writeLevel(store, project.key, params.level, resetKeys(readOverride(store, project.key, params.level), body.keys)),
    );
    return reply({ success: true as const });
  },
};

const readSource: Handler<RowOf<'config.readSource'>> = {
  async run({ store, project }) {
    return reply({ source: configSource.parse(JSON.parse(readConfigSource(store, project.key) ?? '{"type":"unlinked"}')) });
  },
};

const unlinkSource: Handler<RowOf<'config.unlinkSource'>> = {
  async run({ store, project }) {
    writeConfigSource(store, project.key, null);
    return reply({ success: true as const });
  },
};

export const configHandlers: HandlersOf<'config'> = {
  'config.read': read,
  'config.override': override,
  'config.resetKeys': resetLevelKeys,
  'config.readSource': readSource,
  'config.unlinkSource': unlinkSource,
};
