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
  const area = areaOf(messages, row);
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
      title={t(`safety.${effect}.title`, { name, area })}
      consequence={t(`safety.${effect}.consequence`, { row })}
      confirmLabel={t(`safety.${effect}.confirm`)}
      danger={effect === 'destroy'}
      onConfirm={confirm}
      typeToConfirm={kind === 'type' ? name : undefined}
      environment={environment}
    />
  );
}

/** Returns the label of a call's group of endpoints. */
function areaOf({ t, has }: Translator, row: string): string {
  const key: string = `safety.area.${row.split('.')[0]}`;
  return has(key) ? t(key) : t('safety.area.other');
}
