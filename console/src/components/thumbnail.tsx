import { Box, Image } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

interface ThumbnailProps {
  /** Address of the image; null if there is none. */
  address: string | null;
  size?: number;
}

/** A small picture beside the name of what it shows: the console loads nothing from other hosts, and shows a sign instead. */
export function Thumbnail({ address, size = 44 }: ThumbnailProps) {
  const [isBroken, setBroken] = useState(false);
  const url = addressHere(address);
  const frame = { width: size, height: size, flex: 'none', borderRadius: 'var(--mantine-radius-sm)' } as const;
  if (url !== undefined && !isBroken)
    return (
      <Image src={url} alt="" w={size} h={size} radius="sm" fit="cover" style={frame} onError={() => setBroken(true)} />
    );
  return (
    <Box className="inset" style={{ ...frame, display: 'grid', placeItems: 'center' }} c="dimmed" aria-hidden>
      <IconPhoto size={size * 0.45} stroke={1.4} />
    </Box>
  );
}

/** The address of an image that is on this host. */
function addressHere(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address, window.location.origin)) return undefined;
  const url = new URL(address, window.location.origin);
  return url.origin === window.location.origin ? url.href : undefined;
}
