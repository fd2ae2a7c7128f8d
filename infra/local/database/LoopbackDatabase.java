/**
 * Starts DynamoDB Local on 127.0.0.1 only, because its own command line has no option for the address. Also keeps the
 * parsed schema of a table, because parsing it again for each item would take a third of the processor time.
 */

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Arrays;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccessJob;
import software.amazon.dynamodb.services.local.shared.access.sqlite.TableSchemaInfo;
import software.amazon.dynamodb.services.local.shared.mapper.DynamoDbObjectMapper;

class LoopbackDatabase {
  public static void main(String[] options) throws Exception {
    var database = ServerRunner.createServerFromCommandLineArgs(options);
    for (var connector : ((Server) valueOf("server", database.getClass(), database)).getConnectors())
      ((ServerConnector) connector).setHost("127.0.0.1");
    for (var reader : new Class<?>[] {SQLiteDBAccess.class, SQLiteDBAccessJob.class})
      keepSchema((ObjectMapper) valueOf("MAPPER", reader, null));
    database.start();
  }

  private static Object valueOf(String name, Class<?> type, Object object) throws ReflectiveOperationException {
    var field = type.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(object);
  }

  private static void keepSchema(ObjectMapper mapper) {
    mapper.getFactory().configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), true);
    mapper.registerModule(
        new SimpleModule()
            .addDeserializer(TableSchemaInfo.class, new SchemaReader())
            .addSerializer(TableSchemaInfo.class, new SchemaWriter()));
  }

  private static final ObjectMapper MAPPER = new DynamoDbObjectMapper();

  private record Schema(byte[] json, TableSchemaInfo parsed) {}

  private static final Schema NONE = new Schema(null, null);
  private static volatile Schema last = NONE;

  /** Parses a schema only if its JSON differs from the JSON that was parsed last. */
  private static class SchemaReader extends JsonDeserializer<TableSchemaInfo> {
    @Override
    public TableSchemaInfo deserialize(JsonParser tokens, DeserializationContext context) throws IOException {
      var json = (byte[]) tokens.currentLocation().contentReference().getRawContent();
      var schema = last;
      if (!Arrays.equals(json, schema.json))
        last = schema = new Schema(json, MAPPER.readValue(json, TableSchemaInfo.class));
      return schema.parsed;
    }
  }

  /** Drops the kept schema, because DynamoDB Local may have changed the parsed object before it saves a schema. */
  private static class SchemaWriter extends JsonSerializer<TableSchemaInfo> {
    @Override
    public void serialize(TableSchemaInfo schema, JsonGenerator json, SerializerProvider provider) throws IOException {
      last = NONE;
      json.writeRawValue(MAPPER.writeValueAsString(schema));
    }
  }
}
