/** A dialog of the screen of an order. It is open while the URL has its name, and the focus then returns. */

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../session/api.ts'
import { useTexts } from '../../session/language.ts'
import type { DialogName } from './search.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/orders/$token')

export function useDialog() {
  const { dialog, withdrawal } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    dialog,
    withdrawal,
    open: (name: DialogName, forWithdrawal?: string) =>
      void navigate({ search: { dialog: name, withdrawal: forWithdrawal }, resetScroll: false }),
    close: () => void navigate({ search: {}, replace: true, resetScroll: false }),
  }
}

interface OrderDialogProps {
  name: DialogName
  title: string
  /** A URL can name a dialog that this order or the key does not allow. */
  isAllowed?: boolean
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
}

export function OrderDialog({ name, title, isAllowed = true, size = 'md', children }: OrderDialogProps) {
  const { close: closeLabel } = useTexts(texts)
  const { canChange } = useSession()
  const { dialog, close } = useDialog()
  return (
    <Modal
      opened={dialog === name && isAllowed && canChange}
      onClose={close}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Modal>
  )
}

interface ConfirmationProps {
  /** What will happen, in amounts and names. */
  sentences: readonly string[]
  action: string
  isPending: boolean
  onConfirm: () => void
}

/** The second step of what cannot be undone. */
export function Confirmation({ sentences, action, isPending, onConfirm }: ConfirmationProps) {
  const text = useTexts(texts)
  const { close } = useDialog()
  return (
    <Stack>
      {sentences.map(sentence => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={close} disabled={isPending}>
          {text.back}
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
