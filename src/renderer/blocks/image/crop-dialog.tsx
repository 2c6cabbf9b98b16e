import { lazy, Suspense, useState } from 'react';
import type { Environment } from '../../../contract/bridge/connection-choices';
import { fail } from '../../../contract/errors';
import { useAction } from '../../lib/use-action';
import { useMessages } from '../../lib/use-messages';
import { ErrorCallout } from '../../ui/feedback/error-callout';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { ActionDialog } from '../../ui/overlays/action-dialog';
import { type CropArea, cropImage } from './crop-image';
import styles from './image.module.css';
import type { ReadImage } from './read-image';

/** The cropper, or the whole image without one where its code can't be loaded. */
const Cropper = lazy(() =>
  import('./cropper').then(
    (module) => ({ default: module.Cropper }),
    () => import('./centered-crop').then((module) => ({ default: module.CenteredCrop })),
  ),
);

interface CropDialogProps {
  image: ReadImage;
  /** Whether the image is saved later, with its form. */
  isDraft: boolean;
  environment: Environment | undefined;
  /** Receives the image as a `data:` URL. */
  onSave: (url: string) => Promise<void>;
  onClose: () => void;
}

/** Chooses the part of an image to keep. Stays open with the image when it can't be saved. */
export function CropDialog({ image, isDraft, environment, onSave, onClose }: CropDialogProps) {
  const { t } = useMessages();
  const [area, setArea] = useState<CropArea>(() => centerOf(image.bitmap));
  const saving = useAction(
    async () => {
      const url = await cropImage(image.bitmap, area);
      if (url === null) throw fail('too-large');
      await onSave(url);
    },
    { onDone: onClose },
  );
  return (
    <ActionDialog
      title={t('image.crop')}
      description={t('image.crop.text')}
      environment={environment}
      actionLabel={t(isDraft ? 'image.crop.use' : 'image.crop.save')}
      busy={saving.isPending}
      busyReason={t('form.saving')}
      action={() => void saving.run()}
      onClose={onClose}
    >
      {image.isAnimated && <p className={styles.note}>{t('image.animated')}</p>}
      <Suspense fallback={<Loading />}>
        <Cropper url={image.url} onChange={setArea} />
      </Suspense>
      <ErrorCallout report={saving.failure} className={styles.failure} />
    </ActionDialog>
  );
}

/** Returns the largest square in the middle. */
function centerOf({ width, height }: HTMLCanvasElement): CropArea {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
}

function Loading() {
  return (
    <div className={styles.stage}>
      <LoadingStatus />
      <Skeleton height={260} />
    </div>
  );
}
