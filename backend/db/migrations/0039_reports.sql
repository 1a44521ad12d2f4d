CREATE TABLE "report_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"from" text NOT NULL,
	"to" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" text NOT NULL,
	"kind" text,
	"project_id" text,
	"title" text NOT NULL,
	"author_uid" text,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"work" text DEFAULT '' NOT NULL,
	"rights_holder" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"reporter_uid" text,
	"locale" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"asked" text,
	"is_answered" boolean DEFAULT false NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" text DEFAULT '' NOT NULL,
	"decided_by_uid" text,
	"decision" text,
	"decision_text" text DEFAULT '' NOT NULL,
	"has_hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "reports_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "report_messages" ADD CONSTRAINT "report_messages_number_reports_number_fk" FOREIGN KEY ("number") REFERENCES "public"."reports"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_author_uid_authors_uid_fk" FOREIGN KEY ("author_uid") REFERENCES "public"."authors"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_uid_accounts_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."accounts"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_messages_by_report" ON "report_messages" USING btree ("number","id");--> statement-breakpoint
CREATE INDEX "reports_by_state" ON "reports" USING btree ("state","number");--> statement-breakpoint
CREATE INDEX "reports_by_author" ON "reports" USING btree ("author_uid");--> statement-breakpoint
CREATE INDEX "reports_by_project" ON "reports" USING btree ("project_id") WHERE "reports"."project_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_uid") WHERE "reports"."reporter_uid" IS NOT NULL;