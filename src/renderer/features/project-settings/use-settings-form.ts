import { type AdminProject, projectUpdate } from '../../../contract/service/models/project-models';
import { type GuardedForm, useGuardedForm } from '../../blocks/form/use-guarded-form';
import { reportOf } from '../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../lib/rules/unknown-outcome';
import { useMessages } from '../../lib/use-messages';
import { updateProject, useReadAdminProject } from '../../queries/project/admin-project';
import { useToasts } from '../../ui/feedback/toasts';
import { hasSettings, type SettingsValues, settingsChanges, settingsValues } from './settings-values';

/** The service accepts any name, an empty one too. */
const schema = projectUpdate.extend({ display_name: projectUpdate.shape.display_name.unwrap().min(1).optional() });

/** Returns the form of a project's name, description and switches. */
export function useSettingsForm(connectionId: string, project: AdminProject): GuardedForm<SettingsValues> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const read = useReadAdminProject(connectionId);
  const stored = settingsValues(project);
  return useGuardedForm<SettingsValues, typeof schema, void>({
    stored,
    fields: {
      display_name: {
        label: t('project-settings.name'),
        missing: t('projects.create.name.missing'),
        isSame: (one: string, other: string) => one.trim() === other.trim(),
      },
      description: { label: t('project-settings.description') },
      create_team_on_sign_up: { label: t('project-settings.create_team_on_sign_up') },
      client_team_creation_enabled: { label: t('project-settings.client_team_creation_enabled') },
      client_user_deletion_enabled: { label: t('project-settings.client_user_deletion_enabled') },
      allow_user_api_keys: { label: t('project-settings.allow_user_api_keys') },
      allow_team_api_keys: { label: t('project-settings.allow_team_api_keys') },
    },
    schema,
    toInput: settingsChanges,
    read: async () => settingsValues(await read()),
    save: async (input, values) => {
      try {
        await updateProject(connectionId, input);
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown))) throw thrown;
        const saved = await read().catch(() => null);
        if (saved === null || !hasSettings(saved, values, stored)) throw thrown;
      }
    },
    onSaved: () => show({ tone: 'good', title: 'project-settings.saved' }),
  });
}
