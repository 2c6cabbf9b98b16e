import { useMemo, useRef } from 'react';
import type { JsonValue } from '../../../../contract/service/models/fields';
import type { AdminProject } from '../../../../contract/service/models/project-models';
import { type Draft, useDraft } from '../../../blocks/conflict/use-draft';
import { keepsProvidersThatAreOff, type ProjectSignIn, projectSignIn } from '../../../lib/rules/project-sign-in/project-sign-in';
import { signInUpdate } from '../../../lib/rules/project-sign-in/sign-in-update';
import { readAdminProject, updateProject } from '../../../queries/project/admin-project';
import { asStored, fromDraftValue, toDraftValue } from './sign-in-draft';

/** Returns the draft of a project's sign-in methods, saved as one update of what differs. */
export function useSignInDraft(connectionId: string, project: AdminProject, onSaved: () => void): Draft<ProjectSignIn> {
  const keepsOff = keepsProvidersThatAreOff(project.config);
  // What was read last has references to the secrets, which are sent back for those that weren't entered again.
  const latest = useRef(project.config);
  const stored = useMemo(() => toDraftValue(projectSignIn(project.config), keepsOff), [project.config, keepsOff]);
  const input = useMemo(
    () => ({ show: fromDraftValue, parse: (signIn: ProjectSignIn): JsonValue => toDraftValue(signIn, keepsOff) }),
    [keepsOff],
  );
  const source = {
    stored,
    asStored,
    read: async () => {
      latest.current = (await readAdminProject(connectionId)).config;
      return toDraftValue(projectSignIn(latest.current), keepsOff);
    },
    write: (value: JsonValue) => updateProject(connectionId, { config: signInUpdate(latest.current, fromDraftValue(value)) }),
  };
  return useDraft(source, input, onSaved);
}
