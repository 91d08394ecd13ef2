import java.io.File;
import org.archive.crawler.framework.CrawlController;
import org.archive.crawler.framework.CrawlJob;

/** Runs one job of Heritrix to its end: Crawl crawler-beans.cxml */
public class Crawl {
    public static void main(String[] args) throws Exception {
        CrawlJob job = new CrawlJob(new File(args[0]).getAbsoluteFile());
        job.launch();
        for (int tenths = 0; tenths < 900; tenths++) {
            Thread.sleep(100);
            CrawlController controller = job.getCrawlController();
            if (controller != null && controller.getState() == CrawlController.State.FINISHED) break;
        }
        job.teardown();
        System.exit(0);
    }
}
