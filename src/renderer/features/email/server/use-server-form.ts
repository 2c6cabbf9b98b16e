import { useRef, useState } from 'react';
import type { AdminProject } from '../../../../contract/service/models/project-models';
import type { FormFields } from '../../../blocks/form/use-call-form';
import { type GuardedForm, useGuardedForm } from '../../../blocks/form/use-guarded-form';
import { reportOf } from '../../../lib/errors/error-text';
import { isOutcomeUnknown } from '../../../lib/rules/unknown-outcome';
import { useMessages } from '../../../lib/use-messages';
import { updateProject, useReadAdminProject } from '../../../queries/project/admin-project';
import { useToasts } from '../../../ui/feedback/toasts';
import {
  hasServer,
  keepsPassword,
  type ServerInput,
  type ServerValues,
  serverInput,
  serverValues,
  storedPassword,
  toServerInput,
} from './server-values';

const isKept = (_stored: string, typed: string) => typed === '';

/** Returns the form of the project's email server. A server that was changed elsewhere isn't overwritten. */
export function useServerForm(connectionId: string, project: AdminProject): GuardedForm<ServerValues> {
  const show = useToasts((state) => state.show);
  const readProject = useReadAdminProject(connectionId);
  const stored = serverValues(project);
  const [type, setType] = useState(stored.type);
  const password = useRef(storedPassword(project));
  password.current = storedPassword(project);
  const read = async () => {
    const latest = await readProject();
    password.current = storedPassword(latest);
    return serverValues(latest);
  };
  const save = async (input: ServerInput, values: ServerValues) => {
    // The reference that was validated may have expired: the server was read again since.
    const keeps = input.type === 'standard' && keepsPassword(values, stored) && password.current !== undefined;
    const email_config = keeps ? { ...input, password: password.current } : input;
    try {
      await updateProject(connectionId, { config: { email_config: email_config as ServerInput } });
    } catch (thrown) {
      if (!isOutcomeUnknown(reportOf(thrown)) || values.password !== '') throw thrown;
      const found = await read().catch(() => null);
      if (found === null || !hasServer(found, input)) throw thrown;
    }
  };
  const form = useGuardedForm<ServerValues, typeof serverInput>({
    stored,
    fields: useServerFields(type),
    schema: serverInput,
    toInput: (values, before) => toServerInput(values, before, password.current),
    read,
    save,
    onSaved: () => show({ tone: 'good', title: 'email.server.saved' }),
  });
  // A shared server has none of the other fields, so that changes of them don't count.
  if (form.values.type !== type) setType(form.values.type);
  return form;
}

function useServerFields(type: ServerValues['type']): FormFields<ServerValues> {
  const { t } = useMessages();
  const kind = { type: { label: t('email.server.type') } };
  if (type === 'shared') return kind;
  return {
    ...kind,
    host: { label: t('email.server.host'), missing: t('email.server.host.missing') },
    port: { label: t('email.server.port'), missing: t('email.server.port.missing'), invalid: t('email.server.port.invalid') },
    username: { label: t('email.server.username'), missing: t('email.server.username.missing') },
    password: { label: t('email.server.password'), missing: t('email.server.password.missing'), isSame: isKept },
    sender_name: { label: t('email.server.sender-name'), missing: t('email.server.sender-name.missing') },
    sender_email: { label: t('email.server.sender-email'), missing: t('email.server.sender-email.missing') },
  };
}
