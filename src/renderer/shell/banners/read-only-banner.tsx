import { Lock, ShieldAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { PolicyState } from '../../../contract/settings/policy';
import type { Translator } from '../../../messages/translator';
import { useMessages } from '../../lib/use-messages';
import { paths } from '../../routes';
import { usePolicy } from '../../stores/policy';
import { useSettings } from '../../stores/settings';
import { Button } from '../../ui/inputs/button';
import { usePlace } from '../use-place';
import { Banner } from './banner';

/** Says that nothing can be changed in any connection, and why. */
export function ReadOnlyBanner() {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const policy = usePolicy();
  const { screen } = usePlace();
  const { readOnly } = useSettings();
  if (!readOnly) return null;
  const isBroken = policy.state === 'broken';
  const open = screen !== 'settings' && (
    <Button size="sm" onClick={() => void navigate(paths.settings(isBroken ? 'about' : 'safety'))}>
      {t('shell.read-only.settings')}
    </Button>
  );
  return (
    <Banner icon={isBroken ? ShieldAlert : Lock} warn={isBroken} action={open}>
      {textOf(messages, policy)}
    </Banner>
  );
}

function textOf({ t }: Translator, policy: PolicyState): string {
  if (policy.state === 'broken') {
    const { problem, field, file } = policy;
    return t('shell.policy.broken', { problem: t(`shell.policy.problem.${problem}`, { field: field ?? 'none' }), file });
  }
  const organization = policy.state === 'active' && policy.locked.includes('readOnly') ? policy.organization : null;
  return organization === null ? t('shell.read-only') : t('shell.read-only.locked', { organization });
}
