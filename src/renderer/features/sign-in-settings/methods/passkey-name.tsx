import type { JsonValue } from '../../../../contract/service/models/fields';
import { useMessages } from '../../../lib/use-messages';
import { useViewState } from '../../../stores/window/view-state';
import { InlineEdit } from '../../../ui/inputs/inline-edit';

const maxNameLength = 100;

/** Returns the name that the user gave the passkey on this computer, and a function that changes it. The service stores none. */
export function usePasskeyName(userId: string): [string, (name: string) => void] {
  return useViewState(`passkey-name.${userId.toLowerCase()}`, '', isText);
}

/** The passkey’s name, which tells the user which device it is on. */
export function PasskeyName({ userId }: { userId: string }) {
  const { t } = useMessages();
  const [name, setName] = usePasskeyName(userId);
  return (
    <InlineEdit
      label={t('methods.passkey.name')}
      value={name}
      placeholder={t('methods.passkey.no-name')}
      maxLength={maxNameLength}
      onSave={async (next) => setName(next)}
    />
  );
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
