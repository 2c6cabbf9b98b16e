import type { RequestedAction } from '#contract/jobs/job-action.ts';
import type { JobNames } from '#parts/jobs/job-sentences.ts';

/** What the small forms of actions have in common: what they ask for becomes an action, whose preview follows. */
export interface FormProps {
  connectionId: string;
  onPreview: (action: RequestedAction, names?: JobNames) => void;
  onClose: () => void;
}
