/** The screen that imports products from a page of the shop. It shows the saved products, or the faults of the page. */

import { Alert, Button, Card, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Product } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { useIdempotencyKey } from '../change/idempotency-key.ts'
import { submitHandler } from '../form/faults.ts'
import { ListTable } from '../list/list-table.tsx'
import { problemOf, useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { defaultLowStock } from './stock.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/products/import')

/**
 * Sends the import. If the same URL is sent again before the API has accepted or refused the import, it has the same
 * idempotency key, so that the page is not imported twice.
 */
function useCrawl() {
  const { api } = useSession()
  const cache = useQueryClient()
  const intent = useIdempotencyKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: (fetchUrl: string) => api.products.crawl({ fetchUrl }, { idempotencyKey: intent.keyFor(fetchUrl) }),
    onError: error => intent.fail(error),
    onSuccess: () => {
      intent.succeed()
      void cache.invalidateQueries({ queryKey: ['products'] })
    },
  })
}

export function ShopPageImportScreen() {
  const text = useTexts(texts)
  const { canChange } = useSession()
  const { mutate, data, error, isPending, variables } = useCrawl()
  return (
    <>
      <TextLink to="/products" display="inline-block" mb="xs">
        {text.back}
      </TextLink>
      <ScreenWithTitle title={text.crawl.title}>
        <Stack>
          <Text size="sm" maw={640}>
            {text.crawl.hint}
          </Text>
          {canChange && <UrlForm onSubmit={mutate} isPending={isPending} error={isPending ? null : error} />}
          {!isPending && error && <Faults error={error} />}
          {!isPending && data && <Saved products={data} url={variables ?? ''} />}
        </Stack>
      </ScreenWithTitle>
    </>
  )
}

interface UrlFormProps {
  onSubmit: (url: string) => void
  isPending: boolean
  error: unknown
}

function UrlForm({ onSubmit, isPending, error }: UrlFormProps) {
  const { crawl } = useTexts(texts)
  const { url = '' } = route.useSearch()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { url }, validate: { url: value => (value.trim() ? null : crawl.required) } })
  const submit = (value: string) => {
    void navigate({ to: '/products/import', search: { url: value }, replace: true })
    onSubmit(value)
  }
  const { error: missing, ...input } = form.getInputProps('url')
  return (
    <Card withBorder maw={720}>
      <form onSubmit={submitHandler(form, values => submit(values.url.trim()))}>
        <Group align="flex-start">
          <TextInput
            flex={1}
            miw={220}
            label={crawl.url}
            description={crawl.example}
            inputMode="url"
            maxLength={2048}
            error={missing ?? problemOf(error)?.errors.fetchUrl?.join(', ')}
            {...input}
          />
          <Button type="submit" loading={isPending} mt={{ base: 0, xs: 44 }}>
            {crawl.run}
          </Button>
        </Group>
      </form>
    </Card>
  )
}

/** The API's error messages about the page. The API names the product and the field of each fault. */
function Faults({ error }: { error: unknown }) {
  const { crawl } = useTexts(texts)
  const problem = problemOf(error)
  const faults = Object.entries(problem?.errors ?? {}).filter(([field]) => field !== 'fetchUrl')
  return (
    <Alert color="red" role="alert" title={crawl.failed} maw={720}>
      <Text size="sm">{problem?.message ?? crawl.unreachable}</Text>
      {faults.length > 0 && (
        <List size="sm" mt="xs">
          {faults.map(([field, sentences]) => (
            <List.Item key={field}>
              {field} {sentences.join(', ')}
            </List.Item>
          ))}
        </List>
      )}
      {problem?.retryAfter !== undefined && <Text size="sm">{crawl.wait(Math.ceil(problem.retryAfter / 1000))}</Text>}
      {problem?.requestId && (
        <Text size="xs" mt="xs">
          {crawl.request(problem.requestId)}
        </Text>
      )}
    </Alert>
  )
}

function Saved({ products, url }: { products: readonly Product[]; url: string }) {
  const text = useTexts(texts)
  const formats = useFormats()
  const { currency } = useSession().account
  return (
    <>
      <Alert color="green" role="status" title={text.crawl.saved(products.length)} maw={720}>
        <Text size="sm">{products.length > 0 ? url : text.crawl.none}</Text>
      </Alert>
      {products.length > 0 && (
        <ListTable
          title={text.title}
          items={products}
          columns={columnsOf(text, formats, { currency, below: defaultLowStock })}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}
