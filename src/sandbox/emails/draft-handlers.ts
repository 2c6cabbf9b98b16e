/** Endpoints of email drafts (wire/later 4). */
import { z } from 'zod';
import { endpoint } from '#contract/definitions.ts';
import { id } from '#contract/service/models/fields.ts';
import { templateSource } from '../configuration/default-emails';
import type { CheckedRequest, Handler } from '../http/context';
import { plainFailure, serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import { type DraftRow, deleteDraft, findDraft, insertDraft, listDrafts, updateDraft } from '../stores/draft-store';

const path = '/internal/email-drafts';
const params = z.strictObject({ id });
const theme = z.union([id, z.literal(false)]).optional();
const draft = z.object({
  id,
  display_name: z.string(),
  tsx_source: z.string(),
  theme_id: theme,
  sent_at_millis: z.number().nullable(),
});
const ok = z.object({ ok: z.literal('ok') });

export const draftRows = {
  list: endpoint({ method: 'GET', path, actors: { project: { access: 'admin', response: z.object({ drafts: z.array(draft) }) } } }),
  create: endpoint({
    method: 'POST',
    offered: false,
    path,
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ display_name: z.string(), theme_id: theme, tsx_source: z.string().optional() }),
        response: z.object({ id }),
      },
    },
  }),
  read: endpoint({ method: 'GET', path: `${path}/{id}`, params, actors: { project: { access: 'admin', response: draft } } }),
  update: endpoint({
    method: 'PATCH',
    offered: false,
    path: `${path}/{id}`,
    params,
    actors: {
      project: {
        access: 'admin',
        body: z.strictObject({ display_name: z.string().optional(), theme_id: theme, tsx_source: z.string().optional() }),
        response: ok,
      },
    },
  }),
  delete: endpoint({
    method: 'DELETE',
    offered: false,
    path: `${path}/{id}`,
    params,
    actors: { project: { access: 'admin', response: ok } },
  }),
};

const defaultSource = templateSource('Hello {user.displayName}!', 'Marketing');

/** Lists the drafts, last changed first. */
export const listEmailDrafts: Handler<typeof draftRows.list> = {
  async run({ store, project }) {
    return reply({ drafts: listDrafts(store, project.key).map(toDraft) });
  },
};

export const createDraft: Handler<typeof draftRows.create> = {
  ignoresQuery: true,
  async run({ store, project, clock, random, body }) {
    const draftId = uuid(random);
    const { display_name, tsx_source = defaultSource, theme_id } = body;
    insertDraft(store, project.key, { id: draftId, display_name, tsx_source, theme: storedTheme(theme_id) }, clock.now());
    return reply({ id: draftId });
  },
};

export const readDraft: Handler<typeof draftRows.read> = {
  async run(call) {
    return reply(toDraft(requireDraft(call)));
  },
};

/** Without a theme, the draft gets the project's again. An unknown draft is an unexpected error. */
export const changeDraft: Handler<typeof draftRows.update> = {
  ignoresQuery: true,
  async run({ store, project, clock, params: { id: draftId }, body }) {
    const row = findDraft(store, project.key, draftId);
    if (row === undefined) throw serviceFault(`There is no draft ${draftId}.`);
    const { display_name = row.display_name, tsx_source = row.tsx_source, theme_id } = body;
    updateDraft(store, { id: row.id, display_name, tsx_source, theme: storedTheme(theme_id) }, clock.now());
    return reply({ ok: 'ok' as const });
  },
};

export const removeDraft: Handler<typeof draftRows.delete> = {
  async run(call) {
    deleteDraft(call.store, requireDraft(call).id);
    return reply({ ok: 'ok' as const });
  },
};

type DraftRequest = Pick<CheckedRequest<typeof draftRows.read>, 'store' | 'project' | 'params'>;

function requireDraft({ store, project, params: { id: draftId } }: DraftRequest): DraftRow {
  const row = findDraft(store, project.key, draftId);
  if (row === undefined) throw plainFailure(404, 'No draft found with given id');
  return row;
}

function storedTheme(themeId: string | false | undefined): string | null {
  return themeId === undefined ? null : String(themeId);
}

/** Returns the theme of a draft: `false` for none, undefined for the project's. */
export function themeOf({ theme: stored }: DraftRow): string | false | undefined {
  return stored === 'false' ? false : (stored ?? undefined);
}

function toDraft(row: DraftRow): z.output<typeof draft> {
  const themeId = themeOf(row);
  return {
    id: row.id,
    display_name: row.display_name,
    tsx_source: row.tsx_source,
    ...(themeId === undefined ? {} : { theme_id: themeId }),
    sent_at_millis: row.sent_at,
  };
}
