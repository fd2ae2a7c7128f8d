/** Starts DynamoDB Local on 127.0.0.1 only: its own command line has no option for the address. */

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;

class LoopbackDatabase {
  public static void main(String[] options) throws Exception {
    var database = ServerRunner.createServerFromCommandLineArgs(options);
    var server = database.getClass().getDeclaredField("server");
    server.setAccessible(true);
    for (var connector : ((Server) server.get(database)).getConnectors())
      ((ServerConnector) connector).setHost("127.0.0.1");
    database.start();
  }
}
