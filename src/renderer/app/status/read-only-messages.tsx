import { Lock, ShieldAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { PolicyState } from '#contract/bridge/policy.ts';
import { useTopic } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { Translator } from '#messages/translator.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { usePlace } from '../use-place';
import type { StatusMessage } from './status-message';

/** Returns a message if nothing can be changed in any connection, which says why. */
export function useReadOnlyMessages(): readonly StatusMessage[] {
  const messages = useMessages();
  const navigate = useNavigate();
  const policy = useTopic('policy.state');
  const { screen } = usePlace();
  const { readOnly } = useTopic('settings.state');
  if (!readOnly) return [];
  const isBroken = policy.state === 'broken';
  const action = screen !== 'settings' && (
    <Button size="sm" onClick={() => void navigate(paths.settings(isBroken ? 'about' : 'safety'))}>
      {messages.t('shell.read-only.settings')}
    </Button>
  );
  const text = textOf(messages, policy);
  return [{ key: 'read-only', icon: isBroken ? ShieldAlert : Lock, ...(isBroken && { tone: 'warn' }), text, action }];
}

function textOf({ t }: Translator, policy: PolicyState): string {
  if (policy.state === 'broken') {
    const { problem, field, file } = policy;
    return t('shell.policy.broken', { problem: t(`shell.policy.problem.${problem}`, { field: field ?? 'none' }), file });
  }
  const organization = policy.state === 'active' && policy.locked.includes('readOnly') ? policy.organization : null;
  return organization === null ? t('shell.read-only') : t('shell.read-only.locked', { organization });
}
