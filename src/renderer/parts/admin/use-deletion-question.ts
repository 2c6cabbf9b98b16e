import { shownNameToType } from '#lib/privacy/shown-text.ts';
import { projectName } from '#lib/rules/owner-projects.ts';
import { useMessages } from '#lib/use-messages.ts';

/** Texts of the confirmation before a project is deleted. */
export interface DeletionQuestion {
  readonly question: string;
  readonly consequence: string;
  /** The project's name, or its ID if the name is empty or concealed. */
  readonly typeToConfirm: string;
}

/** Returns the question before a project is deleted, wherever that is offered. */
export function useDeletionQuestion(project: { readonly id: string; readonly display_name: string }): DeletionQuestion {
  const { t } = useMessages();
  const name = projectName(project);
  return {
    question: t('project-settings.delete.title', { name }),
    consequence: t('project-settings.delete.consequence'),
    typeToConfirm: shownNameToType(project.display_name, project.id),
  };
}
