/** The screen that asks for the secret key. */

import { Alert, Anchor, Button, Card, Center, PasswordInput, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Hint } from '../details/hint.tsx'
import { texts as placeholderTexts } from '../placeholders/texts.ts'
import { apiWith, pagesPath, problemOf } from './client.ts'
import { signIn, useSignOutReason } from './key.ts'
import { useTexts } from './language.ts'
import { texts } from './texts.ts'

/** Checks the key with a request for the account before the key is stored. */
function useSignIn() {
  return useMutation({
    networkMode: 'always',
    mutationFn: async (key: string) => {
      await apiWith(key).account.get()
      return key
    },
    onSuccess: signIn,
  })
}

export function SignIn() {
  const text = useTexts(texts)
  const { unreachable } = useTexts(placeholderTexts)
  const reason = useSignOutReason()
  const { mutate, error, isPending } = useSignIn()
  const form = useForm({ initialValues: { key: '' } })
  const sentence = error ? (problemOf(error)?.message ?? unreachable) : reason
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder w="100%" maw={420} p="xl">
        <form onSubmit={form.onSubmit(({ key }) => mutate(key.trim()))}>
          <Stack>
            <title>{text.title}</title>
            <Title order={1} size="h3">
              {text.title}
            </Title>
            {sentence && (
              <Alert color="red" variant="outline" role="alert">
                {sentence}
              </Alert>
            )}
            <PasswordInput
              label={text.key}
              description={text.keyHint}
              placeholder="sk_test_…"
              autoComplete="off"
              required
              data-autofocus
              {...form.getInputProps('key')}
            />
            <Button type="submit" loading={isPending}>
              {text.signIn}
            </Button>
            <Hint>
              {text.where} <Anchor href={`${pagesPath}../docs/guides/stores-and-keys`}>{text.keys}</Anchor>
            </Hint>
          </Stack>
        </form>
      </Card>
    </Center>
  )
}
