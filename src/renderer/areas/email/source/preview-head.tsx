import { Monitor, Smartphone, Tablet } from 'lucide-react';
import type { ReactNode } from 'react';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { useMessages } from '#lib/use-messages.ts';
import { Segmented } from '#ui/inputs/segmented.tsx';
import { useViewState } from '#window/view-state.ts';
import styles from './source.module.css';

/** Widths that a preview has, in CSS pixels. */
const widths = { phone: 375, tablet: 768, desktop: 1024 } as const;
const icons = { phone: Smartphone, tablet: Tablet, desktop: Monitor } as const;

type Device = keyof typeof widths;

const devices = Object.keys(widths) as Device[];
const isDevice = (value: JsonValue): value is Device => devices.some((device) => device === value);

/** Returns the device whose width previews of emails have, kept for the project, and that width. */
export function usePreviewWidth() {
  const [device, setDevice] = useViewState<Device>('email.preview', 'phone', isDevice);
  return { device, setDevice, width: widths[device] };
}

interface PreviewHeadProps {
  title: string;
  preview: ReturnType<typeof usePreviewWidth>;
  /** What can be done with the preview. */
  action?: ReactNode;
}

/** The title of a preview, the choice of its width, and what can be done with it. */
export function PreviewHead({ title, preview: { device, setDevice }, action }: PreviewHeadProps) {
  const { t } = useMessages();
  const options = devices.map((value) => ({ value, label: t(`email.preview.${value}`), icon: icons[value] }));
  return (
    <div className={styles.previewHead}>
      <h2>{title}</h2>
      {action}
      <Segmented label={t('email.preview.width')} value={device} options={options} onValueChange={setDevice} />
    </div>
  );
}
