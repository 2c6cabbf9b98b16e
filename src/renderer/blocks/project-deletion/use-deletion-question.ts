import { useMessages } from '../../lib/use-messages';

/** What is asked before a project is deleted. */
export interface DeletionQuestion {
  readonly question: string;
  readonly consequence: string;
  /** The project's name, or its ID if the name is empty. */
  readonly typeToConfirm: string;
}

/** Returns the question before a project is deleted, wherever that is offered. */
export function useDeletionQuestion({ id, display_name: name }: { id: string; display_name: string }): DeletionQuestion {
  const { t } = useMessages();
  return {
    question: t('project-settings.delete.title', { name }),
    consequence: t('project-settings.delete.consequence'),
    typeToConfirm: name.trim() === '' ? id : name,
  };
}
