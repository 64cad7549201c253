import { Box, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

interface ThumbnailProps {
  /** Address of the image; null if there is none. */
  address: string | null;
  size?: number;
  /** Where no name stands beside it. */
  alt?: string;
}

/** A small picture beside the name of what it shows: the console loads nothing from other hosts, and shows a sign instead. */
export function Thumbnail({ address, size = 44, alt = '' }: ThumbnailProps) {
  const [broken, setBroken] = useState<string>();
  const url = pictureHere(address, size > 80 ? 640 : 160);
  const frame = { width: size, height: size, flex: 'none', borderRadius: 'var(--mantine-radius-sm)' } as const;
  if (url !== undefined && url !== broken)
    return (
      <Image
        src={url}
        alt={alt}
        w={size}
        h={size}
        radius="sm"
        fit="cover"
        loading="lazy"
        style={frame}
        onError={() => setBroken(url)}
      />
    );
  return (
    <Box className="inset" style={{ ...frame, display: 'grid', placeItems: 'center' }} c="dimmed" aria-hidden>
      <IconPhoto size={size * 0.45} stroke={1.4} />
    </Box>
  );
}

/** The path of a picture that was uploaded, whose host is `PUBLIC_URL`: the console may be at another name of it. */
const UPLOADED = /^\/pictures\/([0-9a-f]{64})-\d+\.webp$/;

/** The address of an image that is on this host; of an uploaded one in that size. */
function pictureHere(address: string | null, size: 160 | 640): string | undefined {
  if (address === null || !URL.canParse(address, window.location.origin)) return undefined;
  const url = new URL(address, window.location.origin);
  const hash = UPLOADED.exec(url.pathname)?.[1];
  if (hash !== undefined) return `/pictures/${hash}-${size}.webp`;
  return url.origin === window.location.origin ? url.href : undefined;
}
