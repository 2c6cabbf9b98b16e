/** Endpoints of email drafts (wire/later 4). */
import type { RowOf } from '#contract/service/index.ts';
import type { EmailDraft } from '#contract/service/models/mail-models.ts';
import { templateSource } from '../configuration/default-emails';
import type { CheckedRequest, Handler, HandlersOf } from '../http/context';
import { plainFailure, serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { uuid } from '../random';
import { type DraftRow, deleteDraft, findDraft, insertDraft, listDrafts, updateDraft } from '../stores/draft-store';

const defaultSource = templateSource('Hello {user.displayName}!', 'Marketing');

/** Lists the drafts, last changed first. */
const listEmailDrafts: Handler<RowOf<'emailDrafts.list'>> = {
  async run({ store, project }) {
    return reply({ drafts: listDrafts(store, project.key).map(toDraft) });
  },
};

const createDraft: Handler<RowOf<'emailDrafts.create'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, random, body }) {
    const draftId = uuid(random);
    const { display_name, tsx_source = defaultSource, theme_id } = body;
    insertDraft(store, project.key, { id: draftId, display_name, tsx_source, theme: storedTheme(theme_id) }, clock.now());
    return reply({ id: draftId });
  },
};

const readDraft: Handler<RowOf<'emailDrafts.read'>> = {
  async run(call) {
    return reply(toDraft(requireDraft(call)));
  },
};

/** Without a theme, the draft gets the project's again. An unknown draft is an unexpected error. */
const changeDraft: Handler<RowOf<'emailDrafts.update'>> = {
  ignoresQuery: true,
  async run({ store, project, clock, params: { id: draftId }, body }) {
    const row = findDraft(store, project.key, draftId);
    if (row === undefined) throw serviceFault(`There is no draft ${draftId}.`);
    const { display_name = row.display_name, tsx_source = row.tsx_source, theme_id } = body;
    updateDraft(store, { id: row.id, display_name, tsx_source, theme: storedTheme(theme_id) }, clock.now());
    return reply({ ok: 'ok' as const });
  },
};

const removeDraft: Handler<RowOf<'emailDrafts.delete'>> = {
  async run(call) {
    deleteDraft(call.store, requireDraft(call).id);
    return reply({ ok: 'ok' as const });
  },
};

type DraftRequest = Pick<CheckedRequest<RowOf<'emailDrafts.read'>>, 'store' | 'project' | 'params'>;

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

function toDraft(row: DraftRow): EmailDraft {
  const themeId = themeOf(row);
  return {
    id: row.id,
    display_name: row.display_name,
    tsx_source: row.tsx_source,
    ...(themeId === undefined ? {} : { theme_id: themeId }),
    sent_at_millis: row.sent_at,
  };
}

export const draftHandlers: HandlersOf<'emailDrafts'> = {
  'emailDrafts.list': listEmailDrafts,
  'emailDrafts.create': createDraft,
  'emailDrafts.read': readDraft,
  'emailDrafts.update': changeDraft,
  'emailDrafts.delete': removeDraft,
};
