/** The configuration in texts, as releases from 2.8.28 on have it, and its levels (wire/newer 2.5, wire/later 7). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { success } from './models/fields';
import { redacted } from './models/secret';
import { reads } from './read-groups';

/** Levels of the configuration; a later one comes before an earlier one (wire/later 7.2). */
export const configLevels = ['project', 'branch', 'environment'] as const;
export type ConfigLevel = (typeof configLevels)[number];

/** Where the level of the branch comes from (wire/later 7.1). */
export const configSource = z.discriminatedUnion('type', [
  z.object({ type: z.literal('unlinked') }),
  z.object({ type: z.literal('pushed-from-unknown') }),
  z.object({
    type: z.literal('pushed-from-github'),
    owner: z.string(),
    repo: z.string(),
    branch: z.string(),
    commit_hash: z.string(),
    config_file_path: z.string(),
  }),
]);
export type ConfigSource = z.output<typeof configSource>;

/** One of a type of later services is read as an unknown location: its next push may overwrite the level as well. */
const readSource = z.union([configSource, z.object({ type: z.string() }).transform((): ConfigSource => ({ type: 'pushed-from-unknown' }))]);

/** JSON that mustn't write back what a window got in place of a secret. */
const overrideText = z.string().refine((text) => !text.includes(JSON.stringify(redacted)), 'contains the placeholder of a secret');

const text = z.strictObject({ config_override_string: overrideText });
/** JSON. It may contain all secrets of a project, which windows don't get. */
const read = z.object({ config_string: z.string() });
const level = z.strictObject({ level: z.enum(configLevels) });
const stale = [...reads.project, ...reads.projects, ...reads.definitions, ...reads.templates, ...reads.users];

export const config = {
  read: endpoint({
    method: 'GET',
    path: '/internal/config',
    feature: 'config-override',
    responds: 'configuration',
    actors: { project: { access: 'admin', response: read } },
  }),
  /** Releases whose levels have names no longer have it (wire/corrections 2.8.86). Its response is not documented and not needed. */
  override: endpoint({
    method: 'PATCH',
    path: '/internal/config/override',
    feature: 'config-override',
    removedSince: 'config-levels',
    invalidates: stale,
    journal: { subject: { kind: 'configuration' }, before: 'config.read', undo: { restore: true } },
    actors: { project: { access: 'admin', body: text, response: z.object({}) } },
  }),
  readLevel: endpoint({
    method: 'GET',
    path: '/internal/config/override/{level}',
    params: level,
    feature: 'config-levels',
    responds: 'configuration',
    actors: { project: { access: 'admin', response: read } },
  }),
  /** Merges keys into a level. */
  overrideLevel: endpoint({
    method: 'PATCH',
    path: '/internal/config/override/{level}',
    params: level,
    feature: 'config-levels',
    invalidates: stale,
    journal: { subject: { kind: 'configuration', id: 'params.level' }, before: 'config.readLevel', undo: { restore: true } },
    actors: { project: { access: 'admin', body: text, response: success } },
  }),
  /** Removes keys of a level, so that the value of an earlier one shows again. */
  resetKeys: endpoint({
    method: 'POST',
    path: '/internal/config/override/{level}/reset-keys',
    params: z.strictObject({ level: z.enum(['branch', 'environment']) }),
    feature: 'reset-config-keys',
    invalidates: stale,
    journal: {
      subject: { kind: 'configuration', id: 'params.level' },
      before: 'config.readLevel',
      undo: { opposite: 'config.overrideLevel' },
    },
    actors: { project: { access: 'admin', body: z.strictObject({ keys: z.array(z.string()).min(1) }), response: success } },
  }),
  readSource: endpoint({
    method: 'GET',
    path: '/internal/config/source',
    feature: 'config-levels',
    actors: { project: { access: 'admin', response: z.object({ source: readSource }) } },
  }),
  /** Forgets where the level of the branch comes from; its keys stay. */
  unlinkSource: endpoint({
    method: 'DELETE',
    path: '/internal/config/source',
    feature: 'config-levels',
    invalidates: reads.configuration,
    journal: { subject: { kind: 'configuration' }, before: 'config.readSource', undo: { none: 'source' } },
    actors: { project: { access: 'admin', response: success } },
  }),
};
