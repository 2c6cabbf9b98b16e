import type { KeyboardEvent } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useDeleteProjectTeam, useReadProjectTeam, useUpdateProjectTeam } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { dateTime } from '#lib/intl/format.ts';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { useMessages } from '#lib/use-messages.ts';
import { DraftBar } from '#parts/conflict/draft-bar.tsx';
import { type Draft, useDraft } from '#parts/conflict/use-draft.ts';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { ImageField } from '#parts/image/image-field.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { ErrorCallout } from '#ui/feedback/error-callout.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Field } from '#ui/inputs/field.tsx';
import { TextInput } from '#ui/inputs/text-input.tsx';
import { Card } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { paths } from '#window/routes.ts';
import { DeleteTeamSection } from '../parts/delete-team-section';
import type { TeamTabProps } from './team-tab-props';
import styles from './teams.module.css';

/** The team's image and name, what identifies it, and its deletion. */
export function GeneralTab(props: TeamTabProps) {
  const { team, of } = props;
  const { t } = useMessages();
  const { readOnly } = useScope();
  const draft = useNameDraft(props);
  const isMissing = draft.isDirty && draft.input.trim() === '';
  const missing = isMissing ? t('admin-team.name.missing') : undefined;
  const reason = readOnly ?? missing;
  return (
    <>
      <div className={styles.tabScroll}>
        <Page>
          <PageSection title={t('team.general')} text={t('team.general.text')}>
            <Card>
              <TeamImage {...props} disabledReason={readOnly} />
              <NameField draft={draft} readOnly={readOnly} error={missing} canSave={reason === undefined} />
              <FactRow label={t('team.id')}>
                <IdChip value={team.id} />
              </FactRow>
              <CreatedRow millis={team.created_at_millis} />
            </Card>
            <ErrorCallout report={draft.saving.failure} />
          </PageSection>
          <DeleteSection {...props} />
        </Page>
      </div>
      <DraftBar draft={draft} label={t('admin-team.name')} connectionId={of.connectionId} disabledReason={reason} />
      <LeaveGuard when={draft.isDirty} isSaving={!draft.isUnsaved} />
    </>
  );
}

const asText = { show: (value: JsonValue) => String(value), parse: (text: string) => text };

function useNameDraft({ team, of }: TeamTabProps): Draft<string> {
  const show = useToasts((state) => state.show);
  const read = useReadProjectTeam(of);
  const { mutateAsync: update } = useUpdateProjectTeam(of);
  const source = {
    stored: team.display_name,
    read: async () => (await read()).display_name,
    write: (name: JsonValue) => update({ display_name: String(name) }),
  };
  return useDraft(source, asText, () => show({ tone: 'good', title: ({ t }) => t('draft.saved', { label: t('admin-team.name') }) }));
}

function TeamImage({ team, of, disabledReason }: TeamTabProps & { disabledReason: string | undefined }) {
  const { environment } = useScope();
  const { mutateAsync: update } = useUpdateProjectTeam(of);
  return (
    <ImageField
      id={team.id}
      name={team.display_name}
      imageUrl={team.profile_image_url}
      onSave={(url) => update({ profile_image_url: url })}
      disabledReason={disabledReason}
      environment={environment}
    />
  );
}

interface NameFieldProps {
  draft: Draft<string>;
  readOnly: string | undefined;
  error: string | undefined;
  canSave: boolean;
}

function NameField({ draft, readOnly, error, canSave }: NameFieldProps) {
  const { t } = useMessages();
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Enter' && draft.isDirty && draft.conflict === null && canSave) void draft.saving.run();
  };
  return (
    <div className={styles.nameField}>
      <Field label={t('admin-team.name')} error={error} help={readOnly}>
        {(control) => (
          <TextInput
            {...control}
            dir="auto"
            value={draft.input}
            readOnly={readOnly !== undefined}
            onChange={(event) => draft.setInput(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
    </div>
  );
}

function CreatedRow({ millis }: { millis: number }) {
  const { t, locale } = useMessages();
  return <FactRow label={t('admin-team.created.label')}>{dateTime(millis, locale)}</FactRow>;
}

/** Deletes the team for all members. */
function DeleteSection({ team, of }: TeamTabProps) {
  const { readOnly } = useScope();
  const { mutateAsync: remove } = useDeleteProjectTeam(of);
  return (
    <DeleteTeamSection
      team={team}
      disabledReason={readOnly}
      // A missing team was deleted, here or elsewhere.
      remove={async (snapshot) => {
        await remove(snapshot);
        return 'team.delete.done';
      }}
      next={paths.teams(of.connectionId)}
    />
  );
}
