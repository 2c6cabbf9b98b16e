import type { Confirmation } from '../../../contract/bridge/safety';
import type { Translator } from '../../../messages/translator';
import { api } from '../../api';
import { useMessages } from '../../lib/use-messages';
import { useConnection } from '../../stores/connections';
import { type Question, useConfirmations } from '../../stores/window/confirmations';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';

/** Asks for the confirmation that a connection's safety level requires. */
export function SafetyDialog() {
  const question = useConfirmations((state) => state.questions[0]);
  return question ? <Asking key={question.confirmation.id} question={question} /> : null;
}

function Asking({ question: { confirmation, connectionId, answer } }: { question: Question }) {
  const messages = useMessages();
  const { t } = messages;
  const environment = useConnection(connectionId ?? undefined)?.environment;
  const { id, kind, name, row, effect } = confirmation;
  const confirm = async (typed: string) => {
    await api.safety.confirm({ id, typed });
    answer(true);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) answer(false);
      }}
      title={titleOf(messages, confirmation)}
      consequence={t(`safety.${effect}.consequence`, { row })}
      confirmLabel={t(`safety.${effect}.confirm`)}
      danger={effect === 'destroy'}
      onConfirm={confirm}
      typeToConfirm={kind === 'type' ? name : undefined}
      environment={environment}
    />
  );
}

/**
 * Returns the title for a call: for its effect if fields of the call make it destructive, else for its endpoint, else for its group of
 * endpoints.
 */
function titleOf(messages: Translator, { name, row, effect }: Confirmation): string {
  const { t, has } = messages;
  const keys: readonly string[] = [`safety.title.${row}.${effect}`, `safety.title.${row}`];
  const key = keys.find(has);
  return key === undefined ? t(`safety.${effect}.title`, { name, area: areaOf(messages, row) }) : t(key, { name });
}

/** Returns the label of a call's group of endpoints. */
function areaOf({ t, has }: Translator, row: string): string {
  const key: string = `safety.area.${row.split('.')[0]}`;
  return has(key) ? t(key) : t('safety.area.other');
}
