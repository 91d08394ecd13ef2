import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;

/** Reads a WARC file with jwarc, and the text of its pages with jsoup: Peer JOB FILE. Prints the number of pages. */
public final class Peer {
  public static void main(String[] args) throws Exception {
    boolean readsText = args[0].equals("text");
    long count = 0;
    long characters = 0;
    try (WarcReader reader = new WarcReader(Path.of(args[1]))) {
      for (WarcRecord record : reader) {
        if (!(record instanceof WarcResponse response)) continue;
        if (!response.http().contentType().toString().contains("html")) continue;
        count += 1;
        if (readsText) {
          characters += Jsoup.parse(response.http().body().stream(), null, "").text().length();
        }
      }
    }
    System.out.println(count);
  }
}
