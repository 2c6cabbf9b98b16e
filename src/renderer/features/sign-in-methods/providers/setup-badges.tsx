import type { ProviderSetup } from '../../../lib/rules/project-sign-in/project-sign-in';
import { useMessages } from '../../../lib/use-messages';
import { Badge } from '../../../ui/data/badge';

/** Whose keys a provider uses, and whether it is off. */
export function SetupBadges({ setup: { isOn, keys } }: { setup: ProviderSetup }) {
  const { t } = useMessages();
  const isShared = keys === 'shared';
  return (
    <>
      <Badge tone={isShared && isOn ? 'warn' : 'neutral'}>{t(isShared ? 'sign-in-methods.shared-keys' : 'sign-in-methods.own-keys')}</Badge>
      {!isOn && <Badge>{t('sign-in-methods.off')}</Badge>}
    </>
  );
}
